import type { card as English } from '../en/card.ts';

export const card: typeof English = {
  title: 'Dados do cartão',
  heading: (brand) => `Cartão ${brand}`,
  number: { label: 'Número do cartão', copy: 'Copiar o número do cartão' },
  expiry: { label: 'Validade', copy: 'Copiar a validade' },
  securityCode: { label: 'Código de segurança', copy: 'Copiar o código de segurança' },
  copy: 'Copiar',
  hide: 'Ocultar agora',
  hidesAfter: (seconds) => `Os dados serão ocultados automaticamente após ${seconds} segundos.`,
  gone: {
    title: 'Link utilizado ou expirado',
    heading: 'Este link já foi utilizado ou expirou',
    text: 'Os dados do cartão são apresentados uma única vez, durante um minuto. Volte ao local de onde veio e solicite vê-los novamente.',
  },
  unknown: {
    title: 'O link não funciona',
    heading: 'Este link não funciona',
    text: 'Volte ao local de onde veio e solicite ver novamente os dados do cartão.',
  },
  script: {
    copied: 'Copiado. A área de transferência será limpa após {seconds} segundos.',
    notCopied: 'O seu navegador não permite que esta página copie. Selecione o texto manualmente.',
    emptied: 'A área de transferência foi limpa.',
    hidden: 'Os dados do cartão estão ocultos. Solicite-os novamente para vê-los.',
  },
};
