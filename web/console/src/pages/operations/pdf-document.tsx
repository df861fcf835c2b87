import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OperatorReviewedDocument } from '../../api/client.ts';
import { wordsOf } from '../../parts/status.tsx';
import css from './review.module.css';
import { useMark } from './use-mark.ts';
import { drawMarks } from './watermark.ts';

const TYPE = 'application/pdf';

export interface FileProps {
  document: OperatorReviewedDocument;
  file: Blob;
}

/** A PDF in the viewer of the browser, with the mark over it; browsers without a viewer save it. */
export function PdfDocument({ document, file }: FileProps) {
  const mark = useMark();
  const url = usePdfUrl(file);
  const marks = useRef<HTMLCanvasElement>(null);
  useMarks(marks, mark);
  const canShow = navigator.pdfViewerEnabled;
  return (
    <>
      <div className={css.tools}>
        <span>
          {canShow ? 'Your opening of this PDF is recorded.' : 'This browser shows no PDFs. Your opening is recorded.'}
        </span>
        <span className={css.grow} />
        <a href={url} download={`${document.id.replace(':', '-')}.pdf`}>
          Save the file
        </a>
      </div>
      {canShow && url && (
        <div className={css.pdf}>
          <iframe title={`${wordsOf(document.documentType)}, PDF`} src={`${url}#navpanes=0&view=FitH`} />
          <canvas ref={marks} className={css.marks} role="img" aria-label={`Marked with ${mark}`} />
        </div>
      )}
    </>
  );
}

/** Sets the type, so that the browser never opens the file as anything but a PDF. */
function usePdfUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file.slice(0, file.size, TYPE));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** Draws the marks over the whole frame, and again whenever its size changes. */
function useMarks(canvas: RefObject<HTMLCanvasElement | null>, mark: string): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      element.width = element.clientWidth;
      element.height = element.clientHeight;
      const context = element.getContext('2d');
      if (context) drawMarks(context, mark, element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
}
