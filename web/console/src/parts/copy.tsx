import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import css from './values.module.css';

const SHOWN_MS = 1_500;

/** Copies a text to the clipboard and confirms that. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className={css.copy}
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon size={13} aria-hidden="true" />
    </button>
  );
}

/** Text in a box with a button that copies it. */
export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <div className={css.block}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section className={css.json} tabIndex={0} aria-label={label}>
      {text}
    </section>
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
);

export const Json = ({ value, label }: { value: unknown; label: string }) => (
  <CodeBlock text={JSON.stringify(value, null, 2) ?? 'nothing'} label={label} />
);
