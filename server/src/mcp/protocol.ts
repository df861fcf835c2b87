import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { failedResult, type Tool, type ToolFailure } from './tool.ts';

interface ServerOptions {
  version: string;
  /** Read by the model before the tools. */
  instructions: string;
  tools: readonly Tool[];
  /** Describes an error that a tool has thrown, without internals. */
  failureOf: (error: unknown) => ToolFailure;
}

/** A server of the Model Context Protocol with these tools. Each tool checks its arguments itself. */
export function mcpServer({ version, instructions, tools, failureOf }: ServerOptions): Server {
  const server = new Server({ name: 'causeway', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ call: _, ...description }) => description) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
    return tool.call(given).catch((error: unknown) => failedResult(failureOf(error)));
  });
  return server;
}
