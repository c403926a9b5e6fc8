"""The product on a copy of the sample vault, one scene after the other: no key, no model, no arXiv.

Run it with `make demo`. The copy lies in build/demo, or in the folder given; a second run finds everything done and
changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE.parent / "build" / "demo"
VAULT = HOME / "vault"
RECORDED = HERE / "demo"
FSDP = "2023__VLDB__PyTorch FSDP - Experiences on Scaling Fully Sharded Data Parallel"
INVENTED = "2026__DemoConf__Tidepool - Checkpoint-Free Recovery for Elastic Training on Spot GPUs"
OWN_WORDS = "自分のメモ: チェックポイントの節を読み直す。We should try this on our own cluster."


def main() -> int:
    first = not VAULT.exists()
    if first:
        shutil.copytree(HERE.parent / "vault", VAULT)
        _add_invented_paper()
    before = _fingerprint()
    scene("What is in the vault: which links are papers, which are not, which notes are missing")
    notegen("status")
    scene("Every missing note of the list (records of the vault itself; no network, no model)")
    notegen("fill", "--offline")
    scene("One whole note, as it now stands in the vault")
    print((VAULT / "Papers" / f"{FSDP}.md").read_text(encoding="utf-8"))
    scene("A paper invented for this demo, drafted from RECORDED answers of a model; one number was changed on purpose")
    with recorded_model() as url:
        notegen("generate", INVENTED, OPENAI_BASE_URL=url, NOTEGEN_MODEL="recorded-answers")
    _show_what_the_check_did(VAULT / "Papers" / f"{INVENTED}.md")
    scene("A name that is not safe to match is refused, with reasons (exit status 1)")
    notegen("generate", "MegaScale", "--offline", expect=1)
    scene("A person's own paragraph and property survive the next run, byte for byte")
    _write_by_hand()
    edited = _fingerprint()
    notegen("fill", "--offline")
    _say(f"every file of the vault is byte for byte as it was: {edited == _fingerprint()}")
    _close(first, before == _fingerprint())
    return 0 if edited == _fingerprint() else 1


_scenes = iter(range(1, 10))


def scene(title: str) -> None:
    print(f"\n{'─' * 78}\n{next(_scenes)}. {title}\n", flush=True)


def notegen(*words: str, expect: int = 0, **variables: str) -> None:
    """One command, shown and run as a person would."""
    shown = " ".join([*(f"{k}={v}" for k, v in variables.items()), "notegen", *map(shlex.quote, words)])
    print(f"$ {shown}", flush=True)
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("NOTEGEN_", "OPENAI_"))}
    environ |= {"NOTEGEN_CACHE_DIR": str(HOME / "cache"), "NOTEGEN_STATE_DIR": str(HOME / "state"), **variables}
    ended = subprocess.run([sys.executable, "-m", "notegen", *words], cwd=VAULT, env=environ, check=False)
    if ended.returncode != expect:
        raise SystemExit(f"demo: that command ended with {ended.returncode}, not {expect}")


@contextmanager
def recorded_model() -> Iterator[str]:
    """A server on loopback that answers with what lies in bench/demo, in the shape of an OpenAI-compatible server."""
    answers = {name: (RECORDED / f"{name}.json").read_text(encoding="utf-8") for name in ("draft", "recheck")}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8")
            answer = answers["recheck" if '"recheck"' in body else "draft"]
            message = {"role": "assistant", "content": answer}
            usage = {"prompt_tokens": len(body) // 4, "completion_tokens": len(answer) // 3, "total_tokens": 0}
            reply = {
                "id": "recorded",
                "object": "chat.completion",
                "created": 0,
                "model": "recorded-answers",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": usage,
            }
            data = json.dumps(reply).encode("utf-8")
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()


def _add_invented_paper() -> None:
    record = json.loads((RECORDED / "paper.json").read_text(encoding="utf-8"))
    with (VAULT / ".notegen" / "papers.jsonl").open("a", encoding="utf-8") as records:
        records.write(json.dumps(record, ensure_ascii=False) + "\n")


def _show_what_the_check_did(note: Path) -> None:
    lines = note.read_text(encoding="utf-8").splitlines()
    _say("what the note says of it:")
    for line in lines:
        if line.startswith(("notegen_model", "notegen_claims", "notegen_supported")):
            print(f"    {line}")
    start = next(i for i, line in enumerate(lines) if line.startswith("> [!warning]"))
    for line in lines[start:]:
        if not line.startswith(">"):
            break
        print(f"    {line}")


def _write_by_hand() -> None:
    note = VAULT / "Papers" / f"{FSDP}.md"
    text = note.read_text(encoding="utf-8")
    if OWN_WORDS not in text:
        text = text.replace("## Memo\n- ", f"## Memo\n- {OWN_WORDS}", 1).replace("\ntags:", "\nrating: 5\ntags:", 1)
        note.write_text(text, encoding="utf-8")
    _say(f"in {note.name}, by hand: the property “rating: 5” and\n    {OWN_WORDS}")


def _close(first: bool, unchanged: bool) -> None:
    scene("Yours")
    notes = sorted((VAULT / "Papers").glob("*.md"))
    texts = [note.read_text(encoding="utf-8") for note in notes]
    unfinished = sum('notegen_read: "none"' in text for text in texts)
    print(f"{len(notes)} notes, {unfinished} of them unfinished (no text at hand), lie in {VAULT / 'Papers'}")
    if not first:
        _say("this was not the first run: nothing was changed" if unchanged else "this run changed something")
    print("Open that vault in Obsidian, or draft with a model of your own:\n")
    print("  Ollama:  OPENAI_BASE_URL=http://localhost:11434/v1 NOTEGEN_MODEL=qwen3:8b notegen fill --vault YOUR_VAULT")
    print("  hosted:  OPENAI_API_KEY=... NOTEGEN_MODEL=gpt-5-mini notegen fill --vault YOUR_VAULT")


def _fingerprint() -> str:
    files = sorted(path for path in VAULT.rglob("*") if path.is_file())
    parts = (hashlib.sha256(f.as_posix().encode() + b"\0" + f.read_bytes()).digest() for f in files)
    return hashlib.sha256(b"".join(parts)).hexdigest()


def _say(line: str) -> None:
    print(f"  → {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
