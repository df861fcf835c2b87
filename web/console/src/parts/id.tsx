import { CopyButton } from './copy.tsx';
import { partsOf } from './id-text.ts';
import css from './values.module.css';

export { partsOf, shortId } from './id-text.ts';

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
