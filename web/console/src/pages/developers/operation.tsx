import css from './developers.module.css';

/** Method and path of a request, or of an operation. */
export const Operation = ({ method, path }: { method: string; path: string }) => (
  <span className={css.operation}>
    <span className={css.method}>{method}</span> {path}
  </span>
);
