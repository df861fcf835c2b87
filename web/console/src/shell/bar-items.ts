import type { ComponentType } from 'react';
import { LiveChip } from '../live/live-chip.tsx';
import { ClockChip } from '../pages/sandbox/clock-chip.tsx';

/** Further items of the bar, before the search. Each is shown only in sessions that it supports. */
export const barItems: readonly ComponentType[] = [ClockChip, LiveChip];
