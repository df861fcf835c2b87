/** People of the examples, in the order of their creation. */
const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Hedy Lamarr', 'Mary Jackson'];

/** An example customer with an unused name, as long as one is left. */
export function exampleCustomer(taken: ReadonlySet<string>) {
  const fullName = people.find((name) => !taken.has(name)) ?? `${people[0]} ${taken.size + 1}`;
  const mailbox = fullName.toLowerCase().replaceAll(' ', '.');
  return { fullName, email: `${mailbox}@example.com`, phoneNumber: '+14155550100' };
}
