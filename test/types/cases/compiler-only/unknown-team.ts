import { openTeams } from 'fluxspan';

interface Teams {
  readonly dev: 'claims' | 'pay';
}
const { teamsIn } = openTeams<Teams>((import.meta as { readonly url: string }).url, '../teams.yaml');

export const members = teamsIn('dev', (team) => (team === 'pey' ? {} : undefined));
