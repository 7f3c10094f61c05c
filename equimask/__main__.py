"""`python -m equimask` is the command line."""

from equimask.cli.main import app

if __name__ == "__main__":
    app()
