import { useQuery } from '@tanstack/react-query';
import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type OperatorReviewedDocument, operatorApi } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Note } from '../../parts/note.tsx';
import { wordsOf } from '../../parts/status.tsx';
import { type FileProps, PdfDocument } from './pdf-document.tsx';
import css from './review.module.css';
import { useMark } from './use-mark.ts';
import { drawMarked } from './watermark.ts';

const ZOOMS = [50, 75, 100, 150, 200, 300, 400] as const;
const FULL_WIDTH = ZOOMS.indexOf(100);
const QUARTER = 90;

/** A document with zoom and rotation. It is fetched once, because the server records every access. */
export function DocumentViewer({ document }: { document: OperatorReviewedDocument }) {
  const file = useQuery({
    queryKey: ['document', document.id],
    queryFn: async ({ signal }) => await operatorApi.documents.getContent(document.id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (file.isPending) return <p className={css.message}>Loading the document…</p>;
  if (file.error) return <ErrorNote error={file.error} onRetry={() => void file.refetch()} />;
  const Content = document.contentType === 'application/pdf' ? PdfDocument : Picture;
  return (
    <div className={css.viewer}>
      <Content document={document} file={file.data} />
      <Facts document={document} />
    </div>
  );
}

function Picture({ document, file }: FileProps) {
  const mark = useMark();
  const [zoom, setZoom] = useState(FULL_WIDTH);
  const [turn, setTurn] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isBroken = useDrawing(canvas, { file, turn, mark });
  const rotate = (by: number): void => setTurn((turn + by + 360) % 360);
  return (
    <>
      <div className={css.tools} role="toolbar" aria-label="View of the document">
        <Button look="quiet" aria-label="Zoom out" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <ZoomOut size={16} aria-hidden="true" />
        </Button>
        <span className={css.zoom} aria-live="polite">
          {ZOOMS[zoom]} %
        </span>
        <Button
          look="quiet"
          aria-label="Zoom in"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn size={16} aria-hidden="true" />
        </Button>
        <span className={css.grow} />
        <Button look="quiet" aria-label="Rotate left" onClick={() => rotate(-QUARTER)}>
          <RotateCcw size={16} aria-hidden="true" />
        </Button>
        <Button look="quiet" aria-label="Rotate right" onClick={() => rotate(QUARTER)}>
          <RotateCw size={16} aria-hidden="true" />
        </Button>
      </div>
      {isBroken && <Note tone="warn">The browser cannot show this picture. Ask for a better one.</Note>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={css.area} tabIndex={0} aria-label="Document">
        <canvas
          ref={canvas}
          className={css.picture}
          role="img"
          aria-label={`${wordsOf(document.documentType)}, rotated by ${turn} degrees`}
          style={{ width: `${ZOOMS[zoom]}%` }}
        />
      </section>
    </>
  );
}

interface Drawing {
  file: Blob;
  turn: number;
  mark: string;
}

/** Draws the picture; true if the browser cannot show the file. */
function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, { file, turn, mark }: Drawing): boolean {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(file).then(
      (picture) => {
        if (isCurrent && canvas.current) drawMarked(canvas.current, { picture, turn, mark });
        picture.close();
      },
      () => setBroken(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [canvas, file, turn, mark]);
  return isBroken;
}

const KILOBYTE = 1_000;

const Facts = ({ document: { documentType, country, size, sha256 } }: { document: OperatorReviewedDocument }) => (
  <p className={css.foot}>
    <span>
      {wordsOf(documentType)}
      {country && `, ${country}`}
    </span>
    <span>{Math.ceil(size / KILOBYTE).toLocaleString('en')} KB</span>
    <span title={sha256}>SHA-256 {sha256.slice(0, 16)}…</span>
  </p>
);
