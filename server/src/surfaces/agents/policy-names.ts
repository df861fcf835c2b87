/** Permissions of an agent. VIEW_TRANSACTIONS includes balances. */
export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const;
export type AgentPermission = (typeof agentPermissions)[number];

/** AUTO executes an order at once; APPROVAL_REQUIRED waits for an approval of the platform. */
export const executionModes = ['AUTO', 'APPROVAL_REQUIRED'] as const;
export type ExecutionMode = (typeof executionModes)[number];
