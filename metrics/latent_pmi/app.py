"""The page of this Space; all metrics share it."""

from latent_pmi import LatentPmi

from equimask.space.page import build_page, serve

demo = build_page(LatentPmi)

if __name__ == "__main__":
    serve(demo)
