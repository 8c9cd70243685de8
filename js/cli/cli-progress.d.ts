/** What the command line needs of the package, which has no types of its own. */
declare module 'cli-progress' {
  export class SingleBar {
    constructor(options: {
      format: string;
      barCompleteChar: string;
      barIncompleteChar: string;
      barsize: number;
      stream: object;
      fps: number;
      clearOnComplete: boolean;
      noTTYOutput: boolean;
    });
    start(total: number, value: number): void;
    update(value: number): void;
    stop(): void;
  }
}
