/// The five fields of a request body as a server's model has them.
struct OrderRequest: Decodable, Sendable {
  let request: String
  let customer: Customer
  let currency: String
  let total: Int64

  enum CodingKeys: String, CodingKey {
    case request = "request_id"
    case customer, currency
    case total = "total_cents"
  }

  struct Customer: Decodable, Sendable {
    let id: Int64
    let email: String
  }
}

extension OrderRequest {
  /// In the order of `SmallSluice`.
  func handOver(to sink: inout some Sink) {
    sink.text(request)
    sink.integer(customer.id)
    sink.text(customer.email)
    sink.text(currency)
    sink.integer(total)
  }
}
