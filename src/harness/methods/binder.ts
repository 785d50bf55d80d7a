import {
  type Binding,
  type BoundMethod,
  bindEngineMethod,
  bindReadingMethod,
  bindSessionMethod,
  type SessionChoice,
} from './bind-method.ts';
import type { EngineMethod, ReadingMethod, SessionMethod } from './method.ts';

/** Binds methods one by one and remembers them for servers. */
export class Binder {
  readonly #binding: Binding;
  readonly #methods: BoundMethod[] = [];

  constructor(binding: Binding) {
    this.#binding = binding;
  }

  get methods(): readonly BoundMethod[] {
    return this.#methods;
  }

  session<Request extends SessionChoice, Response>(
    method: SessionMethod<Request, Response>,
  ): (request: Request) => Promise<Response> {
    return this.#keep(bindSessionMethod(method, this.#binding));
  }

  reading<Request extends SessionChoice, Response, Read>(
    method: ReadingMethod<Request, Response, Read>,
  ): (request: Request) => Promise<Response> {
    return this.#keep(bindReadingMethod(method, this.#binding));
  }

  engine<Request, Response>(
    method: EngineMethod<Request, Response>,
  ): (request: Request) => Promise<Response> {
    return this.#keep(bindEngineMethod(method, this.#binding));
  }

  #keep<Response>(bound: BoundMethod<Response>): (request: unknown) => Promise<Response> {
    this.#methods.push(bound);
    return bound.call;
  }
}
