import css from './page.module.css';

/** Shown while a page loads, and only if that takes noticeably long. */
export const Waiting = () => (
  <p className={css.waiting} role="status">
    Loading…
  </p>
);
