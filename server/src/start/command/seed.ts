import { agentPaid, agentWaits } from './agent-steps.ts';
import type { Api } from './api.ts';
import { authorized, card, cleared, refunded } from './card-steps.ts';
import { connect, type ServerOptions } from './connect.ts';
import { claimedInvitation, verified, verifiedBusiness } from './customer-steps.ts';
import type { Ended, Invocation } from './invocation.ts';
import { collected, customer, paid, quoted, unproved } from './payment-steps.ts';
import { Scene, type Step } from './scene.ts';
import { openWallet } from './wallet-steps.ts';

/** Steps of the demo data, which covers every state that a console or an integration shows. */
const demo: readonly { title: string; steps: readonly Step[] }[] = [
  { title: 'a payment that is completed', steps: paid() },
  { title: 'a payment that fails and is refunded', steps: paid('004') },
  { title: 'a payment that takes six minutes', steps: paid('003') },
  { title: 'a payment in review', steps: paid('014') },
  { title: 'a payment whose refund fails', steps: paid('007') },
  { title: 'a quote that nobody executed', steps: quoted() },
  { title: 'a payment that waits for strong customer authentication', steps: unproved },
  { title: 'a collection that is completed', steps: collected() },
  { title: 'a collection that fails', steps: collected('004') },
  { title: 'a customer whose identity check is pending', steps: [customer('001')] },
  { title: 'a customer who was rejected', steps: [customer('002')] },
  { title: 'a verification with errors to resolve', steps: verified('211') },
  { title: 'a business', steps: verifiedBusiness('9') },
  { title: 'a card', steps: card },
  { title: 'a card payment that is authorized', steps: authorized() },
  { title: 'a card payment that is settled', steps: cleared(1) },
  { title: 'a card payment that is refunded', steps: refunded },
  { title: 'a card payment that is declined', steps: authorized('002') },
  { title: 'an agent that pays', steps: agentPaid },
  { title: 'an agent that waits for approval', steps: agentWaits },
  { title: 'an embedded wallet', steps: openWallet },
  { title: 'an invitation that was claimed', steps: [customer(), claimedInvitation] },
];

/** Different names and amounts, so that lists resemble those of a real platform. */
const people = [
  'Ada Lovelace',
  'Alan Turing',
  'Katherine Johnson',
  'Edsger Dijkstra',
  'Hedy Lamarr',
  'Claude Shannon',
  'Mary Jackson',
  'Donald Knuth',
  'Radia Perlman',
];
const amounts = ['10000', '4250', '129900', '2599', '75000', '1850', '32040'];

export async function seed(invocation: Invocation<ServerOptions>): Promise<Ended> {
  await seedDemo(await connect(invocation), invocation);
  return { exit: 'OK' };
}

/** Creates the demo data through the API. */
export async function seedDemo(api: Api, { print, note }: Pick<Invocation, 'print' | 'note'>): Promise<void> {
  for (const [index, { title, steps }] of demo.entries()) {
    note(title);
    const settings = { fullName: people[index % people.length] ?? '', amount: amounts[index % amounts.length] ?? '' };
    const scene = new Scene(api, { settings, print: (item, text) => print({ scene: title, ...item }, text) });
    for (const step of steps) await step(scene);
  }
}
