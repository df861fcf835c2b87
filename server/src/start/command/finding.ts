/** Result of one check. */
export interface Finding {
  check: string;
  isOk: boolean;
  message: string;
}
