import { html } from '../../pages/html.ts';
import type { common as English } from '../en/common.ts';

export const common: typeof English = {
  error: 'Erro:',
  hostedBy: 'Página fornecida por Causeway',
  busy: { title: 'Aguarde um momento', text: 'Recebemos muitos pedidos. Tente novamente em um minuto.' },
  failure: { title: 'Ocorreu um erro', text: 'O problema é nosso. Tente novamente em instantes.' },
  notFound: {
    title: 'Página não encontrada',
    text: (address) =>
      html`Não existe nenhuma página em ${address}. O endereço pode estar incorreto ou o link pode ser antigo.`,
    docs: 'Documentação da API',
  },
  liveness: {
    name: 'Prova de vida',
    sandbox: {
      title: 'Não é necessário fazer nada',
      text: 'Este é um ambiente de testes: nenhuma câmera é utilizada e a verificação termina automaticamente cinco segundos depois de solicitada. Pode fechar esta página e voltar ao local de onde veio.',
    },
    unknown: {
      title: 'Este link não funciona',
      text: 'Pode estar incompleto. Volte ao local de onde veio e inicie a verificação novamente.',
    },
    expired: {
      title: 'Este link expirou',
      text: 'A verificação deve ser concluída dentro do prazo. Volte ao local de onde veio e inicie a verificação novamente.',
    },
  },
};
