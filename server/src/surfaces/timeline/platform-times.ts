/** A moment of a payment by the clock of the platform and in real time. */
export interface Moment {
  at: Date;
  wall_at: Date;
}

/** Time by the clock of the platform at a real time, as of the last moment before it; without one, of the first. */
export function platformTimeAt(moments: readonly Moment[], wallAt: Date): Date {
  const before = moments.filter(({ wall_at }) => wall_at <= wallAt);
  const { at, wall_at } = latest(before) ?? earliest(moments) ?? { at: wallAt, wall_at: wallAt };
  return new Date(wallAt.getTime() + at.getTime() - wall_at.getTime());
}

const latest = (moments: readonly Moment[]): Moment | undefined =>
  moments.reduce<Moment | undefined>((best, one) => (!best || one.wall_at > best.wall_at ? one : best), undefined);

const earliest = (moments: readonly Moment[]): Moment | undefined =>
  moments.reduce<Moment | undefined>((best, one) => (!best || one.wall_at < best.wall_at ? one : best), undefined);
