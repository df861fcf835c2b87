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

/** In place of a list whose filters select no row: the way back to all of them. */
export const NoMatch = ({ onClear, ...empty }: NoMatchProps) => (
  <Empty {...empty} actions={<Button onClick={onClear}>Clear the filters</Button>} />
);
