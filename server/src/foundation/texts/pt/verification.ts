import { html } from '../../pages/html.ts';
import type { verification as English } from '../en/verification.ts';

export const verification: typeof English = {
  purpose: { INDIVIDUAL: 'Verificação de identidade', BUSINESS: 'Verificação da empresa' },
  saved: (platform) =>
    `As suas respostas são salvas à medida que avança e compartilhadas com ${platform} para a verificação.`,
  comeBack: (time) => `Pode voltar com o mesmo link até ${time}.`,
  back: 'Voltar',
  progress: (step, count) => `Etapa ${step} de ${count}`,
  errors: 'Verifique as suas respostas',
  rejected: 'Não foi possível salvar alguns dados. Verifique as suas respostas e tente novamente.',
  start: 'Começar',
  continue: 'Continuar',
  save: 'Salvar',
  change: 'Alterar',
  changeThese: 'Alterar estes dados',
  done: 'Concluído',
  toDo: 'Pendente',
  complete: 'Completo',
  secret: 'Informado, não exibido',
  address: 'Endereço',
  welcome: {
    INDIVIDUAL: {
      title: 'Confirme a sua identidade',
      lead: (platform) =>
        `${platform} pede que confirme a sua identidade. Tenha à mão o seu passaporte ou outro documento de identificação. Demora cerca de cinco minutos.`,
    },
    BUSINESS: {
      title: 'Verifique a sua empresa',
      lead: (platform) =>
        `${platform} pede que verifique a sua empresa. Tenha à mão os dados de registro, os documentos e os dados dos proprietários.`,
    },
  },
  changes: {
    title: 'Alguns dados precisam de revisão',
    lead: 'Todo o resto está correto e não muda.',
  },
  steps: {
    INDIVIDUAL: {
      about: { title: 'Os seus dados', lead: 'Insira os seus dados pessoais.' },
      address: { title: 'O seu endereço residencial', lead: 'O local onde mora. Uma caixa postal não é suficiente.' },
      identifier: {
        title: 'O seu número fiscal',
        lead: 'Permite distinguir pessoas com o mesmo nome.',
      },
      documents: { title: 'O seu documento de identificação', lead: 'Basta uma foto ou uma digitalização.' },
    },
    BUSINESS: {
      business: { title: 'Dados da empresa', lead: 'Tal como constam no registro.' },
      address: {
        title: 'Endereço da empresa',
        lead: 'A sede social ou o escritório principal.',
      },
      people: {
        title: 'Proprietários e administradores',
        lead: 'Todas as pessoas que detêm 25% ou mais e, no mínimo, uma pessoa que dirige a empresa.',
      },
      documents: { title: 'Documentos da empresa', lead: 'Pode enviar digitalizações, fotos ou arquivos PDF.' },
    },
    review: {
      title: 'Rever e enviar',
      lead: 'Verifique as suas respostas. Depois de enviadas, não poderá alterá-las aqui.',
    },
  },
  review: {
    missing: 'Ainda faltam algumas respostas.',
    next: (step) => `A seguir: ${step}.`,
    consent: (terms) => html`Li e aceito os ${terms}.`,
    terms: 'termos para usuários finais',
    newTab: '(abre em uma nova aba)',
    termsBlank: 'Aceite os termos para continuar',
    truth: 'Ao enviar, confirma que todos os dados são verdadeiros e completos.',
    send: 'Enviar para verificação',
  },
  outcome: {
    APPROVED: {
      INDIVIDUAL: 'A sua identidade foi verificada',
      BUSINESS: 'A sua empresa foi verificada',
      text: (platform) => `Não é necessário fazer mais nada. ${platform} já foi informado.`,
    },
    REJECTED: {
      INDIVIDUAL: 'Não foi possível verificar a sua identidade',
      BUSINESS: 'Não foi possível verificar a sua empresa',
      text: (platform) => `${platform} já foi informado. Em caso de dúvidas, entre em contato diretamente.`,
    },
    PENDING: {
      INDIVIDUAL: 'Obrigado. Estamos verificando os seus dados',
      BUSINESS: 'Obrigado. Estamos verificando os dados da sua empresa',
      text: (platform) => `Por enquanto, não é necessário fazer mais nada. ${platform} comunicará o resultado.`,
    },
    close: 'Pode fechar esta página.',
    continueTo: (platform) => `Continuar para ${platform}`,
    leadsTo: (host) => `Este link leva a ${host}.`,
  },
  closed: {
    name: 'Verificação',
    unknown: {
      title: 'Este link não funciona',
      text: 'Pode estar incompleto ou não ser mais válido. Solicite um novo link onde obteve este.',
    },
    expired: {
      title: 'Este link não é mais válido',
      text: 'Expirou ou já foi utilizado. Solicite um novo link onde obteve este.',
    },
    entrance: 'Um momento',
    outdated: {
      title: 'Esta página está desatualizada',
      text: 'Nada foi salvo. Abra novamente o seu link e repita a última etapa.',
    },
    changed: {
      title: 'Algo mudou',
      text: 'O seu pedido foi alterado entretanto. Abra novamente o seu link.',
    },
    tooLarge: {
      title: 'É grande demais',
      text: 'O arquivo ou o formulário é grande demais. Um arquivo pode ter até 10 MB.',
    },
    failure: {
      title: 'Ocorreu um erro',
      text: 'Lamentamos, o problema é nosso. Tudo o que salvou está seguro. Tente novamente em instantes.',
    },
    unfit: { title: 'Não foi possível processar o pedido', text: 'Volte atrás e tente novamente.' },
    contact: {
      title: 'Confirme primeiro os seus dados de contato',
      text: 'Confirme o seu endereço de e-mail ou número de telefone onde obteve este link. Depois, abra o link novamente: tudo o que salvou continua aqui.',
    },
  },
  script: {
    anotherCountry: 'Outro país ({number})',
    preview: 'Pré-visualização do arquivo escolhido',
    chooseFile: 'Escolher um arquivo',
    takePhoto: 'Tirar uma foto',
    fileBlank: 'Escolha uma foto ou uma digitalização do documento',
    fileTooLarge: 'Este arquivo tem mais de 10 MB. Escolha um menor',
    fileInvalid: 'Escolha um arquivo PDF, JPEG ou PNG',
    upload: 'Enviar',
    uploading: 'Enviando o arquivo',
    checking: 'Verificando o arquivo',
    interrupted: 'O envio foi interrompido. Tente novamente.',
    stay: 'Permanecer nesta página',
    countdown: 'Continuando em {seconds} segundos',
    countdownOne: 'Continuando em {seconds} segundo',
  },
};
