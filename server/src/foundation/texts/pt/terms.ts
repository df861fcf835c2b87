import type { terms as English } from '../en/terms.ts';

export const terms: typeof English = {
  purpose: 'Pagamentos',
  title: 'Termos para usuários finais',
  version: (version) => `Versão ${version}`,
  sections: [
    {
      title: 'Do que se trata',
      text: [
        'A plataforma que utiliza faz pagamentos por meio deste serviço. Estes termos aplicam-se entre o usuário e o operador do serviço.',
        'São termos de exemplo para experimentar o serviço. Um operador os substitui pelos seus próprios antes que clientes reais o utilizem.',
      ],
    },
    {
      title: 'A sua conta',
      text: [
        'Utiliza a conta para si ou para a empresa em nome da qual atua, e para mais ninguém.',
        'Fornece informações verdadeiras e completas e comunica à plataforma qualquer alteração.',
        'Mantém em segredo as suas senhas, códigos e chaves.',
      ],
    },
    {
      title: 'Operações de pagamento',
      text: [
        'Antes de confirmar um pagamento, são exibidos o valor, as taxas e o câmbio. Um pagamento confirmado é executado e, em geral, não pode ser revogado.',
        'Um pagamento que falha é devolvido à conta de onde veio.',
        'Não utiliza o serviço para nada que a lei proíba.',
      ],
    },
    {
      title: 'Controles',
      text: [
        'A lei exige que a sua identidade seja verificada e que os pagamentos sejam monitorados. O operador pode solicitar documentos e atrasar ou recusar um pagamento quando for obrigado a isso.',
      ],
    },
    {
      title: 'Os seus dados',
      text: [
        'Os dados inseridos são utilizados para a verificação, para fazer os seus pagamentos e para cumprir obrigações legais, e são conservados enquanto durarem essas obrigações.',
      ],
    },
    {
      title: 'Alterações e fim',
      text: [
        'Uma nova versão destes termos aplica-se depois de aceita.',
        'Pode deixar de utilizar o serviço a qualquer momento. A plataforma que utiliza responde às suas dúvidas.',
      ],
    },
  ],
};
