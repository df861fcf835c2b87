import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { Enum, Timestamp } from '../../engine/http/schemas.ts';

const timestampOrNull = (description: string) => Type.Union([Timestamp, Type.Null()], { description });

export const SystemStatus = Type.Object(
  {
    version: Type.String({ description: 'Version of the server.' }),
    processes: Type.Integer({ description: 'Processes of this server that serve requests.' }),
    startedAt: Described(Timestamp, 'Time at which the process that answered was started.'),
    schema: Type.Object(
      {
        version: Type.Integer({ description: 'Migrations that the database has.' }),
        known: Type.Integer({ description: 'Migrations that this release has.' }),
      },
      { description: 'Version of the schema.' },
    ),
    platforms: Type.Object(
      {
        sandbox: Type.Integer({ description: 'Sandbox platforms.' }),
        production: Type.Integer({ description: 'Production platforms.' }),
      },
      { description: 'Number of platforms by mode.' },
    ),
    jobs: Type.Object(
      {
        overdue: Type.Integer({ description: 'Jobs that are due and that no worker has taken.' }),
        dead: Type.Integer({ description: 'Jobs that have failed for good.' }),
        lagSeconds: Type.Number({ description: 'Seconds since the oldest overdue job was due; 0 without any.' }),
      },
      { description: 'Backlog of the background jobs.' },
    ),
    deliveries: Type.Object(
      {
        pending: Type.Integer({ description: 'Events that are not delivered yet.' }),
        lagSeconds: Type.Number({ description: 'Age of the oldest of them in seconds; 0 without any.' }),
      },
      { description: 'Backlog of the webhook deliveries.' },
    ),
    queues: Type.Object(
      {
        reviews: Type.Integer({ description: 'Verifications that wait for a decision.' }),
        unmatchedCredits: Type.Integer({ description: 'Bank credits that match no account and no payment.' }),
      },
      { description: 'Work that waits for an operator.' },
    ),
    keys: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the key.' }),
        purpose: Enum(['SEAL', 'HASH'], { description: 'SEAL encrypts values, HASH hashes secrets.' }),
        createdAt: Described(Timestamp, 'Time at which the key was created.'),
        isCurrent: Type.Boolean({ description: 'Whether new values use the key; older ones only open with it.' }),
      }),
      { description: 'Data keys without their key material, oldest first.' },
    ),
    database: Type.Object(
      {
        version: Type.String({ description: 'Version of PostgreSQL.' }),
        sizeBytes: Type.Integer({ description: 'Size of the database in bytes.' }),
        connections: Type.Integer({ description: 'Open connections of all servers and commands.' }),
      },
      { description: 'The database of the service.' },
    ),
    archive: Type.Union(
      [
        Type.Object({
          lastArchivedAt: timestampOrNull('Time of the last archived segment; null before the first one.'),
          lastFailedAt: timestampOrNull('Time of the last failure of the archiver; null without any.'),
        }),
        Type.Null(),
      ],
      { description: 'Archiver of write-ahead logs, as PostgreSQL reports it; null while it is off.' },
    ),
    clock: Type.Object(
      {
        server: Described(Timestamp, 'Time of the process that answered.'),
        database: Described(Timestamp, 'Time of the database.'),
        differenceMs: Type.Integer({ description: 'Milliseconds by which the server is ahead of the database.' }),
      },
      { description: 'Clocks of the server and of the database.' },
    ),
  },
  { $id: 'OperatorSystemStatus', description: 'State of the service.' },
);
