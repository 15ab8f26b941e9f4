export { type CloudKeys, type Sops, type SopsOptions, sops } from './sops.js';
