interface MarkedPicture {
  picture: ImageBitmap;
  /** Degrees: 0, 90, 180 or 270. */
  turn: number;
  mark: string;
}

/** Size of the type as a share of the width; distance of the marks as a multiple of the width of a mark. */
const TYPE = 0.03;
const STEP = 1.35;
const TILT = -Math.PI / 6;

/** Draws a picture with the name of its viewer over it, so that a screenshot shows who took it. */
export function drawMarked(canvas: HTMLCanvasElement, { picture, turn, mark }: MarkedPicture): void {
  const isSideways = turn % 180 !== 0;
  canvas.width = isSideways ? picture.height : picture.width;
  canvas.height = isSideways ? picture.width : picture.height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  context.resetTransform();
  drawMarks(context, mark, canvas);
}

/** Repeats a text over the whole canvas. */
export function drawMarks(context: CanvasRenderingContext2D, mark: string, { width, height }: HTMLCanvasElement): void {
  context.font = `600 ${Math.max(10, width * TYPE)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  const step = context.measureText(mark).width * STEP;
  for (let y = step / 3; y < height + step; y += step / 2) {
    for (let x = 0; x < width + step; x += step) {
      context.save();
      context.translate(x, y);
      context.rotate(TILT);
      // A light copy under the dark text keeps it visible on any background.
      context.fillStyle = 'rgb(255 255 255 / 35%)';
      context.fillText(mark, 1, 1);
      context.fillStyle = 'rgb(20 30 40 / 28%)';
      context.fillText(mark, 0, 0);
      context.restore();
    }
  }
}
