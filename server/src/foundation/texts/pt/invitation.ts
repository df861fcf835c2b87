import { html } from '../../pages/html.ts';
import type { invitation as English } from '../en/invitation.ts';

export const invitation: typeof English = {
  name: 'Convite',
  title: 'Convite recebido',
  titleFrom: (firstName) => `Convite de ${firstName}`,
  lead: {
    anonymous: (platform) =>
      html`Um cliente de ${platform} faz um convite para enviar e receber dinheiro com um endereço próprio.`,
    named: (firstName, platform) =>
      html`${firstName}, que utiliza ${platform}, faz um convite para enviar e receber dinheiro com um endereço próprio.`,
    anonymousAmount: (platform, amount) => html`Um cliente de ${platform} quer lhe enviar ${amount}.`,
    namedAmount: (firstName, platform, amount) =>
      html`${firstName}, que utiliza ${platform}, quer lhe enviar ${amount}.`,
  },
  sandboxNote: 'Este é um convite de teste. Não é enviado dinheiro real.',
  code: 'O seu código de convite',
  copy: 'Copiar o código',
  howTo: 'Como aceitar o convite',
  steps: {
    open: 'Abra o aplicativo de um prestador de pagamentos participante ou crie uma conta em um deles.',
    enter: 'Escolha aceitar um convite e insira o código.',
    notified: 'A pessoa que fez o convite é notificada.',
    notifiedAmount: 'O remetente é notificado e pode enviar o dinheiro.',
  },
  validUntil: (time) => `Válido até ${time}. O código só pode ser utilizado uma vez.`,
  closed: {
    CLAIMED: {
      title: 'Este convite já foi utilizado',
      text: 'Um convite só pode ser utilizado uma vez. Se outra pessoa o utilizou, peça um novo à pessoa que fez o convite.',
    },
    CANCELLED: {
      title: 'Este convite foi cancelado',
      text: 'Não pode mais ser utilizado. Peça um novo à pessoa que fez o convite.',
    },
    EXPIRED: {
      title: 'Este convite expirou',
      text: 'Não pode mais ser utilizado. Peça um novo à pessoa que fez o convite.',
    },
  },
  unknown: {
    title: 'Este convite não existe',
    text: 'O link pode estar incompleto ou incorreto. Abra-o novamente a partir da mensagem que recebeu.',
  },
  script: {
    copied: 'Copiado.',
    notCopied: 'O seu navegador não permite que esta página copie. O código está selecionado: copie-o manualmente.',
  },
};
