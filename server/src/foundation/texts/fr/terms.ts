import type { terms as English } from '../en/terms.ts';

export const terms: typeof English = {
  purpose: 'Paiements',
  title: 'Conditions applicables aux utilisateurs finaux',
  version: (version) => `Version ${version}`,
  sections: [
    {
      title: 'Objet',
      text: [
        'La plateforme que vous utilisez effectue des paiements par l’intermédiaire de ce service. Ces conditions s’appliquent entre vous et l’exploitant du service.',
        'Il s’agit de conditions types destinées à l’essai du service. Un exploitant les remplace par les siennes avant que de vrais clients ne l’utilisent.',
      ],
    },
    {
      title: 'Votre compte',
      text: [
        'Vous utilisez le compte pour vous-même ou pour l’entreprise au nom de laquelle vous agissez, et pour personne d’autre.',
        'Vous fournissez des informations exactes et complètes à votre sujet et informez la plateforme de tout changement.',
        'Vous gardez secrets vos mots de passe, codes et clés.',
      ],
    },
    {
      title: 'Opérations de paiement',
      text: [
        'Vous voyez le montant, les frais et le taux de change avant de confirmer un paiement. Un paiement confirmé est exécuté et ne peut généralement pas être révoqué.',
        'Un paiement qui échoue est restitué au compte d’où il provient.',
        'Vous n’utilisez pas le service pour quoi que ce soit d’interdit par la loi.',
      ],
    },
    {
      title: 'Contrôles',
      text: [
        'La loi exige que votre identité soit vérifiée et que les paiements soient surveillés. L’exploitant peut demander des documents, et retarder ou refuser un paiement lorsqu’il y est tenu.',
      ],
    },
    {
      title: 'Vos données',
      text: [
        'Les informations que vous saisissez servent à vous vérifier, à effectuer vos paiements et à remplir des obligations légales, et sont conservées aussi longtemps que durent ces obligations.',
      ],
    },
    {
      title: 'Modifications et fin',
      text: [
        'Une nouvelle version de ces conditions s’applique dès que vous l’avez acceptée.',
        'Vous pouvez cesser d’utiliser le service à tout moment. La plateforme que vous utilisez répond à vos questions.',
      ],
    },
  ],
};
