import type { PayoutFailure } from '../providers/rails/port.ts';

type Codes = Partial<Record<PayoutFailure, string>>;

/** ISO 20022 external status and return reasons (ExternalStatusReason1Code, ExternalReturnReason1Code). */
const isoCodes: Codes = {
  ACCOUNT_INVALID: `AC01 AC02 AC03 AC05 AC07 AC14 AC15 AC16 BE01 BE04 BE05 BE06 BE07 BE10 BE11 BE13 BE14 BE16 BE17 BE22
    CNOR DNOR IEDT MD16 RC01 RC02 RC03 RC04 RC05 RC07 RC08 RC09 RC10 RC11 RC12`,
  ACCOUNT_CANNOT_RECEIVE: `AC04 AC06 AC09 AC10 AC11 AC12 AC13 AG01 AG03 AG07 AG08 MD01 MD02 MD05 MD07 NOAS SL01 SL02
    SL11 SL12 SL13 SL14 UCRD UPAY`,
  LIMIT_EXCEEDED: 'AM02 AM06 AM13 AM14 AM20 AM21 AM22',
  COMPLIANCE_REJECTED: 'AG12 BE08 FR01 FRAD LEGL RR01 RR02 RR03 RR04 RR05 RR06 RR07 RR08 RR09 RR10 RR11 RR12',
  PAYOUT_RETURNED: 'ARDT CUST FOCR MD06 MS02 MS03 NARR RUTA SVNR',
  QUOTE_EXECUTION_FAILED: `AC08 AG02 AG04 AG05 AG06 AG09 AG10 AG11 AM01 AM03 AM04 AM05 AM07 AM09 AM10 AM11 AM12 AM15
    AM16 AM17 AM18 AM19 AM23 CH03 CH04 CURR DS01 DS02 DS04 DS0A DT01 DT02 DT03 DT04 DT06 DU01 DU02 DU03 DU04 DU05 DUPL
    ED01 ED03 ED05 ED06 ERIN FF01 FF02 FF03 FF04 FF05 FF06 FF07 FF08 FF10 FF11 G004 NERI RF01 TA01 TECH TM01 TS01 TS04`,
};

/** ACH return reason codes. */
const achCodes: Codes = {
  ACCOUNT_INVALID: 'R03 R04 R12 R13 R17 R18 R19 R21 R22 R26 R28 R34 R36 R80 R83 R84',
  ACCOUNT_CANNOT_RECEIVE: 'R02 R14 R15 R20 R23 R31 R32 R33 R53 R81',
  COMPLIANCE_REJECTED: 'R16',
  QUOTE_EXECUTION_FAILED: `R01 R05 R07 R08 R09 R10 R11 R24 R25 R27 R29 R30 R35 R37 R38 R39 R40 R41 R42 R43 R44 R45 R46
    R47 R50 R51 R52 R61 R62 R67 R68 R69 R70`,
  PAYOUT_RETURNED: 'R06 R71 R72 R73 R74 R75 R76 R77 R82 R85',
};

const failures = new Map(
  [isoCodes, achCodes].flatMap((codes) =>
    Object.entries(codes).flatMap(([failure, list]) =>
      list.split(/\s+/).map((code) => [code, failure as PayoutFailure] as const),
    ),
  ),
);

/** Payout failure for a bank's reason code; undefined for an unknown code. */
export const failureOf = (code: string | undefined): PayoutFailure | undefined => failures.get(code ?? '');

/** Payout failure for a missing or unknown reason code. */
export const defaultFailure = (isReturn: boolean): PayoutFailure =>
  isReturn ? 'PAYOUT_RETURNED' : 'QUOTE_EXECUTION_FAILED';
