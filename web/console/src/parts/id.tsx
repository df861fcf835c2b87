import { CopyButton } from './copy.tsx';
import css from './values.module.css';

/** Type and last eight characters of an id, with a button that copies all of it. */
export const Id = ({ id, isCopyable = true }: { id: string; isCopyable?: boolean }) => {
  const { type, rest } = partsOf(id);
  return (
    <span className={css.id}>
      <span title={id}>
        {type && <span className={css.idType}>{type} </span>}
        {rest.length > 8 ? `…${rest.slice(-8)}` : rest}
      </span>
      {isCopyable && <CopyButton text={id} label={`Copy ${id}`} />}
    </span>
  );
};

export function partsOf(id: string): { type: string; rest: string } {
  const colon = id.indexOf(':');
  return { type: id.slice(0, Math.max(colon, 0)), rest: id.slice(colon + 1) };
}

/** The id as a short text: `Transaction …1f3a9c02`. */
export const shortId = (id: string): string => {
  const { type, rest } = partsOf(id);
  return `${type} …${rest.slice(-8)}`.trim();
};
