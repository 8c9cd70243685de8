/** What is fetched. Throws with the address and the cause where it can't be had. */
export async function found(address: URL | string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${address}: ${reason}`, { cause });
  }
  if (!response.ok) throw new Error(`${address}: HTTP status ${response.status}`);
  return response;
}
