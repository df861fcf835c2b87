import type { Client, SandboxFault, SandboxFaultRequest } from '../../client/src/index.ts';

/** An error in place of the response, a lost request or response, or a delay. */
export type NewFault = Pick<SandboxFaultRequest, 'method' | 'path' | 'times'> &
  (
    | Required<Pick<SandboxFaultRequest, 'status'>>
    | Required<Pick<SandboxFaultRequest, 'drop'>>
    | Required<Pick<SandboxFaultRequest, 'delayMs'>>
  );

/** Injects faults into requests of the platform, to test retries. */
export interface PlatformFaults {
  add(fault: NewFault): Promise<SandboxFault>;
  list(): Promise<SandboxFault[]>;
  clear(): Promise<void>;
}

export const faultsOf = ({ sandbox: { faults } }: Client): PlatformFaults => ({
  add: (fault) => faults.create(fault),
  list: async () => (await faults.list()).data,
  clear: () => faults.delete(),
});
