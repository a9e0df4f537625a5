// Pictures of the position and of the game, as files.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { Dialog } from "./dialogs";
import { offer, offerFile } from "./offer";
import { notify, picture } from "./store";

/** The width of PNG pictures, in pixels. */
const WIDTHS = [512, 1024, 2048];

/** The proportion of the height of a picture to its width, from its viewBox. */
export function proportion(svg: string): number {
  const box = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(svg);
  const [width, height] = [Number(box?.[1] ?? 1), Number(box?.[2] ?? 1)];
  return height / width;
}

/** A picture in pixels. */
async function rasterize(svg: string, width: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round(width * proportion(svg));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error()) : resolve(blob)), "image/png"),
  );
}

export function Pictures(): JSX.Element {
  const [width, setWidth] = useState(1024);
  const save = async (animated: boolean) =>
    offer(animated ? "game.svg" : "position.svg", await picture(animated), "image/svg+xml");
  const savePng = async () => {
    try {
      offerFile("position.png", await rasterize(await picture(false), width));
    } catch {
      notify("This browser cannot make the picture.", true);
    }
  };
  return (
    <Dialog title="Save a picture">
      <h3>The position</h3>
      <div class="actions">
        <button type="button" onClick={() => void save(false)}>
          SVG
        </button>
        <button type="button" onClick={() => void savePng()}>
          PNG
        </button>
        <label>
          Width of the PNG
          <select value={width} onChange={(event) => setWidth(Number(event.currentTarget.value))}>
            {WIDTHS.map((pixels) => (
              <option key={pixels} value={pixels}>
                {pixels} pixels
              </option>
            ))}
          </select>
        </label>
      </div>
      <h3>The game</h3>
      <p class="hint">
        An animated picture shows the moves up to this position, one after the other. Browsers play
        it.
      </p>
      <button type="button" onClick={() => void save(true)}>
        Animated SVG
      </button>
    </Dialog>
  );
}
