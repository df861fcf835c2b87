import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Empty } from './note.tsx';

interface NoMatchProps {
  icon?: LucideIcon;
  title: string;
  onClear: () => void;
  children?: ReactNode;
}

/** Shown if the filters of a list select no row, with a button that clears them. */
export const NoMatch = ({ onClear, ...empty }: NoMatchProps) => (
  <Empty {...empty} actions={<Button onClick={onClear}>Clear the filters</Button>} />
);
