interface Days {
  since?: string | null | undefined;
  until?: string | null | undefined;
}

/** Period of the API from the first to the last day, in UTC and with both days. */
export const periodOf = ({ since, until }: Days): { startDate?: string; endDate?: string } => ({
  ...(since && { startDate: `${since}T00:00:00Z` }),
  ...(until && { endDate: `${until}T23:59:59.999Z` }),
});
