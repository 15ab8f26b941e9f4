// Settings of an addon that a project keeps in a module of their own.
export const version = '1.2.3';
export const values = { replicas: 2 };
