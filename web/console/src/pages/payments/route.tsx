import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './payments.module.css';

interface RouteProps {
  from: string;
  to: string;
  /** Icon before the names. */
  children?: ReactNode;
}

/** Payer and receiver of a payment. */
export const Route = ({ from, to, children }: RouteProps) => (
  <span className={css.route}>
    {children}
    <span>{from}</span>
    <ArrowRight size={12} aria-label="to" />
    <span>{to}</span>
  </span>
);
