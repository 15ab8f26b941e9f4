import { openTeams } from 'fluxspan';

interface Teams {
  readonly dev: 'claims';
  readonly prod: 'claims';
}
const { teamsIn } = openTeams<Teams>((import.meta as { readonly url: string }).url, '../teams.yaml');

export const members = teamsIn('prd');
