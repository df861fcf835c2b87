import type { Settlement } from './port.ts';

const unconnected = async (): Promise<never> => {
  throw new Error('no settlement is connected');
};

export const unconnectedSettlement: Settlement = {
  isConnected: false,
  invoice: unconnected,
  read: () => undefined,
  pay: unconnected,
};
