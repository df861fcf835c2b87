import css from './page.module.css';

/** In place of a page that is on its way; appears only if that takes noticeably long. */
export const Waiting = () => (
  <p className={css.waiting} role="status">
    Loading…
  </p>
);
