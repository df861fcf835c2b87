import type { CallToolResult, Tool as ProtocolTool } from '@modelcontextprotocol/server';

/** Its texts are ours alone: text of callers and counterparties appears in results only. */
export type ToolDescription = ProtocolTool & { title: string; description: string };

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface Tool extends ToolDescription {
  call(given: ToolArguments): Promise<CallToolResult>;
}

/** A failed call: its error code, its meaning and the way out. */
export interface ToolFailure {
  code: string;
  message: string;
  hint: string;
  [member: string]: unknown;
}

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
export const jsonResult = (value: unknown): CallToolResult => textResult(JSON.stringify(value));
export const failedResult = (failure: ToolFailure): CallToolResult => ({ ...jsonResult(failure), isError: true });
