import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

const users = [{ name: 'ann', role: 'admin' }];
defineInfra(cluster, { vars, values: { web: { db: { host: 'db' }, users } }, secrets });
