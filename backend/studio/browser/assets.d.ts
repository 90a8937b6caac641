declare module '*?url' {
  const url: string;
  export default url;
}

interface ImportMeta {
  glob<Module>(pattern: string, options: { query: '?url'; import: 'default'; eager: true }): Record<string, Module>;
}
