"""The page of this Space; all metrics share it."""

from aul import Aul

from equimask.space.page import build_page, serve

demo = build_page(Aul)

if __name__ == "__main__":
    serve(demo)
