import { createMcpHandler } from '@modelcontextprotocol/server';
import { toApiError } from '../../engine/http/api-errors.ts';
import { AGENT_INSTRUCTIONS } from './agent-tools.ts';
import { failureIn } from './dispatch.ts';
import { mcpServer } from './protocol.ts';
import type { Tool, ToolFailure } from './tool.ts';

interface Exchange {
  version: string;
  tools: readonly Tool[];
  /** Parsed body of a POST. */
  message: unknown;
  onError: (error: unknown) => void;
}

/** Handles one HTTP request without state: there are no sessions and no subscriptions. */
export function respondToMcp(request: Request, { version, tools, message, onError }: Exchange): Promise<Response> {
  const failureOf = (error: unknown): ToolFailure => {
    const rejection = toApiError(error);
    if (rejection !== error) onError(error);
    return failureIn(rejection);
  };
  const handler = createMcpHandler(() => mcpServer({ version, instructions: AGENT_INSTRUCTIONS, tools, failureOf }), {
    maxSubscriptions: 0,
  });
  return handler.fetch(request, message === undefined ? {} : { parsedBody: message });
}
