import type { FastifyInstance } from 'fastify';
import type { LimiterOf } from '../../engine/http/rate-limit.ts';
import { BASE_PATH, type Config, VERSION } from '../../foundation/config.ts';
import { addMcp, type McpOptions } from '../../surfaces/mcp/endpoint.ts';
import { agentMessages } from './limiters.ts';

interface AgentToolOptions extends Omit<McpOptions, 'basePath' | 'version' | 'limiter'> {
  limiterOf: LimiterOf;
}

/** Serves operations of agents as MCP tools. */
export function addAgentTools(
  http: FastifyInstance,
  config: Config,
  { limiterOf, ...options }: AgentToolOptions,
): void {
  addMcp(http, { ...options, basePath: BASE_PATH, version: VERSION, limiter: agentMessages(config, limiterOf) });
}
