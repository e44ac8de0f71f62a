"""Who sits where: taking and leaving a seat, handing one over."""
