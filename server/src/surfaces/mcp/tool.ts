import type { CallToolResult, Tool as ProtocolTool } from '@modelcontextprotocol/server';

/** Contains only our own texts; text of callers and counterparties appears in results only. */
export type ToolDescription = ProtocolTool & { title: string; description: string };

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface Tool extends ToolDescription {
  call(given: ToolArguments): Promise<CallToolResult>;
}

/** A failed call: its error code, its meaning and the remedy. */
export interface ToolFailure {
  code: string;
  message: string;
  hint: string;
  [member: string]: unknown;
}

/** Members of a result that its clients can rely on. */
export type OutputSchema = NonNullable<ProtocolTool['outputSchema']>;

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
export const jsonResult = (value: unknown): CallToolResult => textResult(JSON.stringify(value));
/** Returns an object as text for models and as `structuredContent` for programs. `text` is its JSON. */
export const structuredResult = (value: object, text = JSON.stringify(value)): CallToolResult => ({
  ...textResult(text),
  structuredContent: value as Record<string, unknown>,
});
export const failedResult = (failure: ToolFailure): CallToolResult => ({ ...jsonResult(failure), isError: true });
