import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import css from './button.module.css';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** The action is running: clicks have no effect, and the button keeps the keyboard focus. */
  isBusy?: boolean;
}

export const Button = ({ look = 'secondary', isBusy = false, children, className, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={[css.button, css[look], className].filter(Boolean).join(' ')}
    aria-disabled={isBusy || undefined}
    aria-busy={isBusy || undefined}
    // Also keeps a form from being submitted twice.
    onClick={isBusy ? (event) => event.preventDefault() : onClick}
  >
    {isBusy && <span className={css.spinner} aria-hidden="true" />}
    {children}
  </button>
);

/** A link that looks like a button. `href` is a path of the console. */
export const LinkButton = ({
  href,
  look = 'secondary',
  children,
}: {
  href: string;
  look?: Look;
  children: ReactNode;
}) => (
  <Link href={href} className={`${css.button} ${css[look]}`}>
    {children}
  </Link>
);
