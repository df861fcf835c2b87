/** A moment of a payment on the clock of the platform and in real time. */
export interface Moment {
  at: Date;
  wall_at: Date;
}

/** Converts real time to the platform's time by the last moment before it, else by the first moment. */
export function platformTimeAt(moments: readonly Moment[], wallAt: Date): Date {
  const before = moments.filter(({ wall_at }) => wall_at <= wallAt);
  const { at, wall_at } = latest(before) ?? earliest(moments) ?? { at: wallAt, wall_at: wallAt };
  return new Date(wallAt.getTime() + at.getTime() - wall_at.getTime());
}

const latest = (moments: readonly Moment[]): Moment | undefined =>
  moments.reduce<Moment | undefined>((best, one) => (!best || one.wall_at > best.wall_at ? one : best), undefined);

const earliest = (moments: readonly Moment[]): Moment | undefined =>
  moments.reduce<Moment | undefined>((best, one) => (!best || one.wall_at < best.wall_at ? one : best), undefined);
