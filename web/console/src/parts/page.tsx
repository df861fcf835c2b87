import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import css from './page.module.css';

interface PageProps {
  title: string;
  /** Shown in place of the plain title. */
  heading?: ReactNode;
  subtitle?: ReactNode;
  /** Page above this one. */
  back?: { href: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its heading, which gets the focus when the page opens, so that screen readers read it. */
export function Page({ title, heading = title, subtitle, back, actions, children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} - Causeway`;
    head.current?.focus();
  }, [title]);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.titles}>
          {back && (
            <Link href={back.href} className={css.back ?? ''}>
              <ChevronLeft size={14} aria-hidden="true" />
              {back.label}
            </Link>
          )}
          <h1 className={css.title} ref={head} tabIndex={-1}>
            {heading}
          </h1>
          {subtitle && <p className={css.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export const Section = ({ title, actions, children }: SectionProps) => (
  <section className={css.section} aria-label={title}>
    <div className={css.sectionHead}>
      <h2 className={css.sectionTitle}>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
);

export const Card = ({ children, className = '' }: { children: ReactNode; className?: string | undefined }) => (
  <div className={`${css.card} ${className}`}>{children}</div>
);

/** Cards side by side, as many as fit. */
export const Tiles = ({ children }: { children: ReactNode }) => <div className={css.tiles}>{children}</div>;
