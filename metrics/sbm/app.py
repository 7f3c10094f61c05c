"""The page of this Space; all metrics share it."""

from sbm import Sbm

from equimask.space.page import build_page, serve

demo = build_page(Sbm)

if __name__ == "__main__":
    serve(demo)
