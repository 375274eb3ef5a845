"""Each check of the conformance kit as a test: BASE_URL=http://localhost:3000 pytest

KIT is the command of the kit; ARGS are further arguments, such as `--hook http://localhost:3001 --admin-key KEY`.
"""
import argparse, json, os, shlex, subprocess
import pytest

KIT = shlex.split(os.environ.get("KIT", "npx --no-install monitoring-conformance"))
ARGS = shlex.split(os.environ.get("ARGS", ""))


def run(*args):
    done = subprocess.run([*KIT, *args], stdout=subprocess.PIPE, text=True)
    assert done.returncode in (0, 1, 3), f"the kit could not judge: exit code {done.returncode}"
    return json.loads(done.stdout)


def selection():
    """The arguments that select checks."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for flag in ("--only", "--skip", "--config"):
        parser.add_argument(flag)
    chosen, _ = parser.parse_known_args(ARGS)
    return [f"--{flag}={value}" for flag, value in vars(chosen).items() if value is not None]


@pytest.fixture(scope="session")
def report():
    return run(os.environ["BASE_URL"], *ARGS, "--json")


@pytest.mark.parametrize("check", run("list", "--json", *selection()), ids=lambda check: check["id"])
def test_check(check, report):
    """Fails, or is skipped, as the check does at the level that decides."""
    result = next(one for one in report["checks"] if one["id"] == check["id"])
    outcome = result["outcome"][report["level"]]
    if outcome in ("unverified", "inapplicable"):
        pytest.skip(result.get("reason", outcome))
    findings = [f"expected: {one['expected']}; seen: {one['seen']}" for one in result["findings"]]
    requests = [f"{step['number']}. {step['curl']} -> {step['response']['status']}" for step in result["steps"]]
    assert outcome not in ("fail", "error"), "\n".join([result["title"], *findings, *requests])
